import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Tips } from '../ui/tip.tsx'
import { quit } from './quit.ts'

/** Asks what to do with active runs when the window closes. */
export function LeaveDialog({ onStay }: { readonly onStay: () => void }) {
  return (
    <Tips>
      <Dialog
        open
        onClose={onStay}
        title="Work is still running"
        description="It can continue without the window. Start Convene again to check on it."
        footer={
          <>
            <Button onClick={onStay}>Stay</Button>
            <Button onClick={() => quit(true)}>Pause and close</Button>
            <Button tone="primary" onClick={() => quit(false)}>
              Continue in the background
            </Button>
          </>
        }
      >
        <p className="px-5 pb-4 text-sm text-muted">
          A paused run keeps its progress and continues when you resume it.
        </p>
      </Dialog>
    </Tips>
  )
}
