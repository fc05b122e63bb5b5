import ArgumentParser
import SetpointCommands

SetpointCommand.main()
