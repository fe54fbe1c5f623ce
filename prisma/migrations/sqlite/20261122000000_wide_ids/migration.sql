DROP TABLE "Recommendation";
