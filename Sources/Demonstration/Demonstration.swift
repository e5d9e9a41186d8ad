package enum Demonstration {}
