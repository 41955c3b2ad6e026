import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'

/** Reads a text file that the user picks. */
export function ImportButton(props: {
  readonly label: string
  readonly accept: string
  readonly onText: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file) props.onText(await file.text())
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        aria-label={props.label}
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button icon={Upload} onClick={() => input.current?.click()}>
        <span className="max-tablet:sr-only">Import</span>
      </Button>
    </>
  )
}
