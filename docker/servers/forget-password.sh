# PostgreSQL's image runs this when it has made the server's files, in the shell that then becomes the server: the password of the
# administrator would stay in the server's environment.
unset POSTGRES_PASSWORD
