"""What learning and practising share: a question put, its board and answer, the learner."""
