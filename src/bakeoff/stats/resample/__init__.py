"""Items drawn anew, or exchanged: what a bootstrap and a permutation of measures stand on."""
