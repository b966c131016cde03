import { lazy, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PartMissing } from '../ui/part-missing.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { ADMIN_TABS, type AdminTabId } from './admin-tab.ts';

// Each tab arrives when it is first opened: none needs the libraries of the others.
const MarketsTab = lazy(() => import('./markets-tab.tsx').then((m) => ({ default: m.MarketsTab })));
const AzuroTab = lazy(() => import('./azuro-tab.tsx').then((m) => ({ default: m.AzuroTab })));
const CreateMarketTab = lazy(() =>
  import('./create-market-tab.tsx').then((m) => ({ default: m.CreateMarketTab })),
);
const AnalyticsTab = lazy(() => import('./analytics-tab.tsx').then((m) => ({ default: m.AnalyticsTab })));
const SettingsTab = lazy(() => import('./settings-tab.tsx').then((m) => ({ default: m.SettingsTab })));

const CONTENT = {
  markets: MarketsTab,
  azuro: AzuroTab,
  create: CreateMarketTab,
  analytics: AnalyticsTab,
  settings: SettingsTab,
} as const satisfies Record<AdminTabId, unknown>;

export interface DashboardTabsProps {
  tab: AdminTabId;
  onTab: (id: AdminTabId) => void;
  /** Without the right to see it, nothing is asked of the server. */
  mayAct: boolean;
}

/** The five tabs. Only the open one is on the page. */
export function DashboardTabs({ tab, onTab, mayAct }: DashboardTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the list is wider than the page. Only the list scrolls: what is read stays where it is.
  useEffect(() => {
    const names = list.current;
    const open = names?.querySelector<HTMLElement>(`[role="tab"][id$="-trigger-${tab}"]`);
    if (!names || !open) return;
    names.scrollLeft = open.offsetLeft - names.offsetLeft - (names.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return (
    // The primitive can only answer with the id of one of its triggers.
    <Tabs value={tab} onValueChange={(id) => onTab(id as AdminTabId)} className="mt-6">
      <TabsList ref={list} aria-label="Parts of the dashboard">
        {ADMIN_TABS.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {ADMIN_TABS.map(({ id }) => {
        const Content = CONTENT[id];
        return (
          <TabsContent key={id} value={id} className="min-h-96 pt-6">
            {mayAct ? (
              <ErrorBoundary fallback={<PartMissing heading="h2" />}>
                <Suspense fallback={<TabLoading />}>
                  <Content />
                </Suspense>
              </ErrorBoundary>
            ) : (
              <p className="text-muted">Nothing is loaded here: only an admin who has signed may see it.</p>
            )}
          </TabsContent>
        );
      })}
    </Tabs>
  );
}

function TabLoading() {
  return (
    <p role="status" className="py-8 text-muted">
      Loading this tab…
    </p>
  );
}
