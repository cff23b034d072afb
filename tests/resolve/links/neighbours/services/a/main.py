import os

port = os.environ["PORT"]  # reads outside/::env/PORT
host = os.environ["HOST"]  # reads deploy/.env.example::HOST
