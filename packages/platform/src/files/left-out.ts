import { isSecret, SECRET_FOLDERS } from './secret-files.ts'

const FOLDERS = new Set(
  (
    'node_modules bower_components vendor dist build out target coverage obj __pycache__ venv env site-packages ' +
    'deps _build Pods DerivedData CMakeFiles htmlcov tmp temp logs'
  ).split(' '),
)

const NOT_TEXT = new RegExp(
  `\\.(${(
    'png jpe?g gif webp avif bmp ico icns svgz? tiff? psd pdf docx? xlsx? pptx? odt ods zip gz tgz bz2 xz zst 7z rar jar war tar ' +
    'mp3 mp4 m4a ogg wav flac mov avi mkv webm woff2? ttf otf eot exe dll so dylib a o obj lib bin dat db sqlite3? wasm ' +
    'class pyc pyo node map lock snap parquet npy npz onnx pt safetensors iso dmg deb rpm apk swp bak orig'
  )
    .split(' ')
    .join('|')})$`,
  'i',
)

const GENERATED = /^(package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum|.*\.min\.(js|css)|.*-lock\.json)$/i

/** Hidden folders, dependencies and build output: not written by hand. */
export const isFolderLeftOut = (name: string): boolean =>
  name.startsWith('.') || FOLDERS.has(name) || SECRET_FOLDERS.test(name)

/** Hidden, secret, generated or binary, judged by name. */
export const isFileLeftOut = (name: string): boolean =>
  name.startsWith('.') || isSecret(name) || NOT_TEXT.test(name) || GENERATED.test(name)
