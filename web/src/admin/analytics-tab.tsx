/** Its place on the dashboard. */
export function AnalyticsTab() {
  return <p className="text-muted">Being built.</p>;
}
