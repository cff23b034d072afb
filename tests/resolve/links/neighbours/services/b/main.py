import os

port = os.environ["PORT"]  # reads services/b/.env.example::PORT
