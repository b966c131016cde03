import { useEffect, useRef } from 'react';
import { Banner, type BannerProps } from '../ui/banner.tsx';

/** What was done last. The button that was pressed is no longer there for focus to stay on, so it comes here. */
export function DoneBanner(props: Omit<BannerProps, 'ref' | 'tone'>) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog has given its focus back.
    const timer = setTimeout(() => banner.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return <Banner {...props} ref={banner} tone="success" />;
}
