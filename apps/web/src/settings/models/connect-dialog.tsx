import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ConnectBox } from './connect-box.tsx'

/** Connects a model without leaving the page. */
export function ConnectDialog(props: { readonly onConnected: () => void; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      title="Connect a model"
      shape="wide"
      onClose={props.onClose}
      footer={
        <Button tone="primary" onClick={props.onClose}>
          Done
        </Button>
      }
    >
      <div className="px-5 pb-5">
        <ConnectBox onConnected={props.onConnected} />
      </div>
    </Dialog>
  )
}
