import { useSearchParams } from 'wouter';

/** The dashboard's tabs in order. `title` is used for the page title: "Admin: Azuro". */
export const ADMIN_TABS = [
  { id: 'markets', label: 'adminFrame.markets', title: 'adminFrame.markets' },
  { id: 'azuro', label: 'adminFrame.azuroProtocol', title: 'adminFrame.azuro' },
  { id: 'create', label: 'adminFrame.createMarket', title: 'adminFrame.createMarket' },
  { id: 'analytics', label: 'adminFrame.analytics', title: 'adminFrame.analytics' },
  { id: 'settings', label: 'adminFrame.settings', title: 'adminFrame.settings' },
  { id: 'users', label: 'adminFrame.users', title: 'adminFrame.users' },
  { id: 'audit', label: 'adminFrame.audit', title: 'adminFrame.audit' },
] as const;

export type AdminTabId = (typeof ADMIN_TABS)[number]['id'];
type AdminTab = (typeof ADMIN_TABS)[number];

/** The tab in the address, `?tab=azuro`; the markets tab by default. */
export function useAdminTab(): [AdminTab, (id: AdminTabId) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);
  const select = (id: AdminTabId) => {
    // A click selects twice, on press and on focus, but must add only one step to the history.
    if (tabOf(new URLSearchParams(window.location.search)).id === id) return;
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (id === ADMIN_TABS[0].id) after.delete('tab');
      else after.set('tab', id);
      return after;
    });
  };
  return [tab, select];
}

function tabOf(params: URLSearchParams): AdminTab {
  return ADMIN_TABS.find(({ id }) => id === params.get('tab')) ?? ADMIN_TABS[0];
}
