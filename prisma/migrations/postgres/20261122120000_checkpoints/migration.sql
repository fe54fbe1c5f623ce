CREATE TABLE "Checkpoint" (
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "container" TEXT NOT NULL,
    "createdMs" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "Checkpoint_pkey" PRIMARY KEY ("namespace", "vpa", "container")
);
