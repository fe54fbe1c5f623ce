CREATE TABLE "new_Gap" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "since" DATETIME NOT NULL,
    "at" DATETIME NOT NULL,
    "dropped" INTEGER NOT NULL,
    "detail" TEXT NOT NULL DEFAULT ''
);

INSERT INTO "new_Gap" ("id", "since", "at", "dropped", "detail") SELECT "id", "at", "at", "dropped", "detail" FROM "Gap";

DROP TABLE "Gap";

ALTER TABLE "new_Gap" RENAME TO "Gap";

CREATE INDEX "Gap_at_idx" ON "Gap"("at");
