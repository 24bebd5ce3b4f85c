import rehypeHighlight from 'rehype-highlight'
import MarkdownBody from './MarkdownBody.tsx'

const plugins = [rehypeHighlight]

export default function MarkdownHighlighted(props: { text: string; topHeading: number }) {
  return <MarkdownBody {...props} rehypePlugins={plugins} />
}
