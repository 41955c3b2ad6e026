import { type ReactNode, useRef } from 'react'

/** Opens the system's file dialog from the control that `children` renders. */
export function FilePicker(props: {
  readonly label: string
  readonly accept?: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: (open: () => void) => ReactNode
}) {
  const { onFiles, children, label, ...native } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...native}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}
