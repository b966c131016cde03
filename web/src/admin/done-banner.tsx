import { useEffect, useRef } from 'react';
import { Banner, type BannerProps } from '../ui/banner.tsx';

/** What was done last. Takes the focus, because the pressed button is gone. */
export function DoneBanner(props: Omit<BannerProps, 'ref' | 'tone'>) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog has returned its focus.
    const timer = setTimeout(() => banner.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return <Banner {...props} ref={banner} tone="success" />;
}
