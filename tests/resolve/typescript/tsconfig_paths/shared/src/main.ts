import { tide } from "~/deep/tide";

tide(); // -> shared/src/deep/tide.ts::tide
