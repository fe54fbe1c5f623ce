/** GET /api/quotas */
export interface QuotasView {
  namespaces: number;
}
