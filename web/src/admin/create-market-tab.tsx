/** Its place on the dashboard. */
export function CreateMarketTab() {
  return <p className="text-muted">Being built.</p>;
}
