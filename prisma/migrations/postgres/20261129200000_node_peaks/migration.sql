CREATE TABLE "NodePeak" (
    "node" TEXT NOT NULL,
    "atMs" BIGINT NOT NULL,
    "peaks" TEXT NOT NULL,

    CONSTRAINT "NodePeak_pkey" PRIMARY KEY ("node")
);
