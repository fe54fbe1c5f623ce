CREATE TABLE "Replay" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "beatMs" BIGINT NOT NULL,
    "startedMs" BIGINT NOT NULL,
    "endedMs" BIGINT,
    "state" TEXT NOT NULL,
    "who" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "standing" TEXT NOT NULL,
    "outcome" BLOB,

    PRIMARY KEY ("id")
);

CREATE INDEX "Replay_startedMs_idx" ON "Replay"("startedMs");

CREATE TABLE "ReplayChart" (
    "replay" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("replay", "namespace", "name")
);
