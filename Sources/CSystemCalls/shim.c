// The header holds everything; a C target needs a file to compile.
#include "CSystemCalls.h"
