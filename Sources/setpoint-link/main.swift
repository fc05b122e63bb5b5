import DeviceLinks

LinkProgram.main()
