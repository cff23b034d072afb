#pragma once
class Engine { public: void start() {} };
