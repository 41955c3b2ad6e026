import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Tips } from '../parts/tip.tsx'
import { quit } from './quit.ts'

/** Asks what becomes of what runs when the window is closed. */
export function LeaveDialog({ onStay }: { readonly onStay: () => void }) {
  return (
    <Tips>
      <Dialog
        open
        onClose={onStay}
        title="Something is running"
        description="It can go on without the window. Start Convene again to see how it goes."
        footer={
          <>
            <Button onClick={onStay}>Stay</Button>
            <Button onClick={() => quit(true)}>Pause and close</Button>
            <Button tone="primary" onClick={() => quit(false)}>
              Go on in the background
            </Button>
          </>
        }
      >
        <p className="px-5 pb-4 text-sm text-muted">
          A paused run keeps everything that is done, and goes on when you resume it.
        </p>
      </Dialog>
    </Tips>
  )
}
