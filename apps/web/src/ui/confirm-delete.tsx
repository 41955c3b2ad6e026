import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something is deleted. */
export function ConfirmDelete(props: {
  readonly title: string
  readonly description: string
  readonly children?: ReactNode
  readonly onDelete: () => void
  readonly onClose: () => void
}) {
  const { onDelete, ...dialog } = props
  return (
    <Dialog
      open
      {...dialog}
      footer={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button tone="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    />
  )
}
