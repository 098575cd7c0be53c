/** What a first visitor sees. */
export const welcome = `# One graph: YouTube, Live, Drive, Calendar.
# Ctrl+Enter runs it, Ctrl+Space completes.
# Below: what it costs while you write,
# then each REST call that it made.
# Left: examples, documentation, a builder.
query Welcome {
  viewer {
    channel {
      title
    }
    playlists(first: 3) {
      nodes {
        title
        items(first: 3) {
          nodes {
            video {
              title
              contentDetails {
                duration
              }
            }
          }
        }
      }
    }
  }
}
`;
