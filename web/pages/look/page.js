// Only betters what already works: nothing on a page needs this.
"use strict";
