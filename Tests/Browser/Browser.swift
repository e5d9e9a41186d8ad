package enum Browser {}
