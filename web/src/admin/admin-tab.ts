import { useSearchParams } from 'wouter';

/** The tabs of the dashboard in their order, with the texts that name them. `title` names the page: "Admin: Azuro". */
export const ADMIN_TABS = [
  { id: 'markets', label: 'adminFrame.markets', title: 'adminFrame.markets' },
  { id: 'azuro', label: 'adminFrame.azuroProtocol', title: 'adminFrame.azuro' },
  { id: 'create', label: 'adminFrame.createMarket', title: 'adminFrame.createMarket' },
  { id: 'analytics', label: 'adminFrame.analytics', title: 'adminFrame.analytics' },
  { id: 'settings', label: 'adminFrame.settings', title: 'adminFrame.settings' },
] as const;

export type AdminTabId = (typeof ADMIN_TABS)[number]['id'];
type AdminTab = (typeof ADMIN_TABS)[number];

/** The tab in the address, `?tab=azuro`; the markets when it names none. */
export function useAdminTab(): [AdminTab, (id: AdminTabId) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);
  const select = (id: AdminTabId) => {
    // A click selects twice, by the press and by the focus; going back must not take two steps for it.
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
  const asked = params.get('tab');
  return ADMIN_TABS.find(({ id }) => id === asked) ?? ADMIN_TABS[0];
}
