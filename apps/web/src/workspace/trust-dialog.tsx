import { FileCode2 } from 'lucide-react'
import { told, useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { More } from '../markdown/markdown.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Fold } from '../parts/fold.tsx'
import { Notice } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { neutral, oneLine } from '../text/neutral.ts'
import { usePortions } from '../text/use-portions.ts'
import { useWorkspace } from './place.ts'

/** Shows what a repository would decide about your machine, and asks whether it may. */
export function TrustDialog(props: {
  /** What the person was about to use, if that is why it is asked. */
  readonly name?: string
  readonly onTrusted: () => void
  readonly onClose: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const { value, refusal } = useAsked(() => client.trust(place), place.workspace)
  const grant = async () => {
    if (!value) return
    const done = told(await client.grantTrust({ ...place, hash: value.hash }), 'The files are not trusted.')
    if (!done) return
    toast('good', 'Trusted', 'Any change to these files asks again.')
    props.onTrusted()
  }
  return (
    <Dialog
      open
      shape="wide"
      onClose={props.onClose}
      title={props.name ? `“${props.name}” comes with this repository` : 'Trust this repository?'}
      description="These files were written by whoever wrote the repository. Untrusted, they can take permissions away but give none, and choose no models."
      footer={
        <>
          <Button onClick={props.onClose}>{props.name ? 'Use it untrusted' : 'Not now'}</Button>
          <Button tone="primary" disabled={!value || value.problem !== undefined} onClick={() => void grant()}>
            Trust these files
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 p-5 pt-1">
        {refusal && <Notice tone="bad" title={refusal.message} />}
        {value?.problem !== undefined && <Notice tone="bad" title={oneLine(value.problem)} />}
        {value?.state === 'changed' && (
          <Notice tone="warning" title="These files have changed since you trusted them." />
        )}
        {value?.files.map((file) => (
          <TrustedFile key={file.path} {...file} />
        ))}
        {value?.state === 'nothing' && <Notice title="There is nothing here that needs trust." />}
      </div>
    </Dialog>
  )
}

function TrustedFile(file: { readonly path: string; readonly brings: string; readonly text: string }) {
  const { shown, left, onMore } = usePortions(file.text)
  return (
    <Fold
      label={
        <span className="flex items-center gap-2 font-mono text-sm">
          <FileCode2 aria-hidden size={14} className="shrink-0 text-muted" />
          {neutral(file.path)}
        </span>
      }
      note={neutral(file.brings)}
    >
      <pre className="max-h-72 overflow-auto font-mono text-sm whitespace-pre-wrap wrap-anywhere">{shown}</pre>
      {left > 0 && <More left={left} onMore={onMore} />}
    </Fold>
  )
}
