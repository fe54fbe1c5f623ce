-- Takes out of a database what 0.1.0 does not know, so that it can open it. What came of actions
-- is lost, and how many admissions were alike.
BEGIN;
ALTER TABLE "Action" DROP COLUMN "cameOfIt";
ALTER TABLE "Action" DROP COLUMN "part";
ALTER TABLE "Action" DROP COLUMN "count";
DROP INDEX "Decision_key_key";
ALTER TABLE "Decision" DROP COLUMN "key";
DROP INDEX "Action_key_key";
ALTER TABLE "Action" DROP COLUMN "key";
DROP INDEX "Change_key_key";
ALTER TABLE "Change" DROP COLUMN "key";
DROP INDEX "Gap_key_key";
ALTER TABLE "Gap" DROP COLUMN "key";
DROP TABLE "NodePeak";
DELETE FROM "_prisma_migrations" WHERE "migration_name" > '20261123000000_action_trace';
COMMIT;
