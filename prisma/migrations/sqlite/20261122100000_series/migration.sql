CREATE TABLE "SeriesBlock" (
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "container" TEXT NOT NULL,
    "tier" INTEGER NOT NULL,
    "startMs" BIGINT NOT NULL,
    "recommender" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "isRolledUp" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("namespace", "vpa", "container", "tier", "startMs")
);

CREATE INDEX "SeriesBlock_tier_isRolledUp_startMs_idx" ON "SeriesBlock"("tier", "isRolledUp", "startMs");
