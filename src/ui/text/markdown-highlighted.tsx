import type { Options } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import MarkdownBody from './markdown-body.tsx'
import './highlight.css'

const plugins: Options['rehypePlugins'] = [rehypeHighlight]

export default function MarkdownHighlighted(props: { text: string; topHeading: number }) {
  return <MarkdownBody {...props} rehypePlugins={plugins} />
}
