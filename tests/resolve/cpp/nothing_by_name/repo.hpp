class Repo { public: void close(); void fetch(); };
