CREATE TABLE "Decision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "pod" TEXT NOT NULL,
    "podUid" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reasons" JSONB NOT NULL,
    "notBefore" DATETIME
);

CREATE INDEX "Decision_at_idx" ON "Decision"("at");

CREATE INDEX "Decision_namespace_vpa_at_idx" ON "Decision"("namespace", "vpa", "at");

CREATE TABLE "Action" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "pod" TEXT NOT NULL,
    "podUid" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "reasons" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL
);

CREATE INDEX "Action_at_idx" ON "Action"("at");

CREATE INDEX "Action_namespace_vpa_at_idx" ON "Action"("namespace", "vpa", "at");

CREATE TABLE "Change" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "who" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "outcome" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL
);

CREATE INDEX "Change_at_idx" ON "Change"("at");

CREATE INDEX "Change_namespace_name_at_idx" ON "Change"("namespace", "name", "at");

CREATE TABLE "Recommendation" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "namespace" TEXT NOT NULL,
    "vpa" TEXT NOT NULL,
    "container" TEXT NOT NULL,
    "targetCpu" REAL,
    "lowerCpu" REAL,
    "upperCpu" REAL,
    "targetMemory" REAL,
    "lowerMemory" REAL,
    "upperMemory" REAL
);

CREATE INDEX "Recommendation_at_idx" ON "Recommendation"("at");

CREATE INDEX "Recommendation_namespace_vpa_container_at_idx" ON "Recommendation"("namespace", "vpa", "container", "at");

CREATE TABLE "Gap" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "dropped" INTEGER NOT NULL,
    "detail" TEXT NOT NULL DEFAULT ''
);

CREATE INDEX "Gap_at_idx" ON "Gap"("at");
