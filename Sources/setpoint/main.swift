import SetpointCommands

EntryPoint.main()
