import { ebb } from "other/ebb";

ebb(); // -> other/src/ebb.ts::ebb
