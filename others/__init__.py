"""What other programs compute differently: a case each, run by theirs and by ours."""
