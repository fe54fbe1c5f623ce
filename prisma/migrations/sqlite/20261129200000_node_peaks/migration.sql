CREATE TABLE "NodePeak" (
    "node" TEXT NOT NULL PRIMARY KEY,
    "atMs" BIGINT NOT NULL,
    "peaks" TEXT NOT NULL
);
