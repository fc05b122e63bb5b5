#ifndef SETPOINT_CYAML_SHIM_H
#define SETPOINT_CYAML_SHIM_H

#include <yaml.h>

#endif
