ALTER TABLE "Decision" ADD COLUMN "key" TEXT;
CREATE UNIQUE INDEX "Decision_key_key" ON "Decision"("key");
ALTER TABLE "Action" ADD COLUMN "key" TEXT;
CREATE UNIQUE INDEX "Action_key_key" ON "Action"("key");
ALTER TABLE "Change" ADD COLUMN "key" TEXT;
CREATE UNIQUE INDEX "Change_key_key" ON "Change"("key");
ALTER TABLE "Gap" ADD COLUMN "key" TEXT;
CREATE UNIQUE INDEX "Gap_key_key" ON "Gap"("key");
