import { Dialog } from '../ui/dialog.tsx';

export function ExportDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Being built">
      <p>Being built.</p>
    </Dialog>
  );
}
