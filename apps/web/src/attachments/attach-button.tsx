import { Paperclip } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { FilePicker } from '../ui/file-picker.tsx'

/** Opens the file picker. */
export const AttachButton = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => (
  <FilePicker label="Files to attach" multiple onFiles={onFiles}>
    {(open) => <IconButton label="Attach files" icon={Paperclip} onClick={open} />}
  </FilePicker>
)
