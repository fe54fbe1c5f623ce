CREATE TABLE "Happening" (
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "atMs" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "container" TEXT NOT NULL,
    "pod" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "Happening_pkey" PRIMARY KEY ("namespace", "vpa", "atMs", "kind", "container", "pod")
);

CREATE INDEX "Happening_atMs_idx" ON "Happening"("atMs");
