import type { ReactNode } from 'react'

/** A form that calls back instead of loading a page. */
export function Form(props: {
  readonly onSubmit?: () => unknown
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <form
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit?.()
      }}
    >
      {props.children}
    </form>
  )
}
