import { Moon, Sun } from 'lucide-react';
import { t } from './texts/t.ts';
import { Button } from './ui/button.tsx';
import { useTheme } from './ui/theme.ts';

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t(other === 'light' ? 'frame.lightTheme' : 'frame.darkTheme')}
      onClick={() => setTheme(other)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}
