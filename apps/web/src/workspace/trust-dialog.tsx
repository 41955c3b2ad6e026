import type { Output } from '@convene/protocol'
import { FileCode2 } from 'lucide-react'
import { useClient, valueOrToast } from '../connection/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fold } from '../ui/fold.tsx'
import { More } from '../ui/more.tsx'
import { Notice } from '../ui/notice.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import { usePortions } from '../ui/text/use-portions.ts'
import { toast } from '../ui/toast.tsx'
import { useWorkspace } from './place.ts'
import { useTrust } from './use-trust.ts'

/** Shows a repository's files that affect settings and tools, and asks for trust. */
export function TrustDialog(props: {
  /** What the user was about to use, if that caused the question. */
  readonly name?: string
  readonly onTrusted: () => void
  readonly onClose: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const { value, refusal } = useTrust()
  const grant = async () => {
    if (!value) return
    const done = valueOrToast(
      await client.grantTrust({ ...place, hash: value.hash }),
      'The files are still not trusted.',
    )
    if (!done) return
    toast('good', 'Trusted', 'You are asked again if these files change.')
    props.onClose()
    props.onTrusted()
  }
  return (
    <Dialog
      open
      shape="wide"
      onClose={props.onClose}
      title={props.name ? `“${props.name}” comes with this repository` : 'Trust this repository?'}
      description="These files come from the repository’s authors. Without trust they can remove permissions, but cannot grant any or choose models."
      footer={
        <>
          <Button onClick={props.onClose}>{props.name ? 'Use without trust' : 'Not now'}</Button>
          <Button tone="primary" disabled={!value || value.problem !== undefined} onClick={() => void grant()}>
            Trust these files
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 p-5 pt-1">
        {refusal && <Notice tone="bad" title={refusal.message} />}
        {value && <WhatTrustCovers {...value} />}
      </div>
    </Dialog>
  )
}

function WhatTrustCovers({ problem, state, files }: Output<'trust'>) {
  return (
    <>
      {problem !== undefined && <Notice tone="bad" title={oneLine(problem)} />}
      {state === 'changed' && <Notice tone="warning" title="These files have changed since you trusted them." />}
      {files.map((file) => (
        <TrustedFile key={file.path} {...file} />
      ))}
      {state === 'nothing' && <Notice title="Nothing here needs trust." />}
    </>
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
