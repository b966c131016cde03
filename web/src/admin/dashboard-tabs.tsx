import { useEffect, useRef } from 'react';
import { t } from '../texts/t-admin.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { ADMIN_TABS, type AdminTabId } from './admin-tab.ts';
import { DashboardPart, type LoadPart } from './dashboard-part.tsx';

// Each tab loads when it is first opened, without the libraries of the others.
const LOAD: Record<AdminTabId, LoadPart> = {
  markets: () => import('./markets-tab.tsx').then((m) => ({ default: m.MarketsTab })),
  azuro: () => import('./azuro-tab.tsx').then((m) => ({ default: m.AzuroTab })),
  create: () => import('./create-market-tab.tsx').then((m) => ({ default: m.CreateMarketTab })),
  analytics: () => import('./analytics-tab.tsx').then((m) => ({ default: m.AnalyticsTab })),
  settings: () => import('./settings-tab.tsx').then((m) => ({ default: m.SettingsTab })),
};

export interface DashboardTabsProps {
  tab: AdminTabId;
  onTab: (id: AdminTabId) => void;
  /** If false, nothing is requested from the server. */
  mayAct: boolean;
}

/** The five tabs. Only the open one is rendered. */
export function DashboardTabs({ tab, onTab, mayAct }: DashboardTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the list is wider than the page. Only the list scrolls, not the page.
  useEffect(() => {
    const names = list.current;
    const open = names?.querySelector<HTMLElement>(`[role="tab"][id$="-trigger-${tab}"]`);
    if (!names || !open) return;
    names.scrollLeft = open.offsetLeft - names.offsetLeft - (names.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return (
    // Radix passes the id of one of its triggers.
    <Tabs value={tab} onValueChange={(id) => onTab(id as AdminTabId)} className="mt-6">
      <TabsList ref={list} aria-label={t('adminFrame.partsOfDashboard')}>
        {ADMIN_TABS.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {t(label)}
          </TabsTrigger>
        ))}
      </TabsList>
      {ADMIN_TABS.map(({ id }) => (
        <TabsContent key={id} value={id} className="min-h-96 pt-6">
          {mayAct ? (
            <DashboardPart load={LOAD[id]} />
          ) : (
            <p className="text-muted">{t('adminFrame.onlySigned')}</p>
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}
