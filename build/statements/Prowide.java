import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.dic.AccountStatement9;
import com.prowidesoftware.swift.model.mx.dic.CashBalance8;
import com.prowidesoftware.swift.model.mx.dic.ReportEntry10;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads the camt.053 files of a folder with Prowide, prints what it says of each as JSON (booked entries as "day amount", opening and closing
 * balance), and writes each again, as Prowide writes it, into a second folder. `java -cp jars/* Prowide.java folder written`.
 */
public class Prowide {
  public static void main(String[] folders) throws Exception {
    List<String> files = new ArrayList<>();
    try (var paths = Files.list(Path.of(folders[0]))) {
      for (Path path : paths.filter((one) -> one.toString().endsWith(".xml")).sorted().collect(Collectors.toList())) {
        String name = path.getFileName().toString();
        MxCamt05300108 message = MxCamt05300108.parse(Files.readString(path));
        files.add(quoted(name.replaceAll("\\.xml$", "")) + ":" + read(message));
        Files.writeString(Path.of(folders[1], name), message.message());
      }
    }
    System.out.println("{" + String.join(",", files) + "}");
  }

  static String read(MxCamt05300108 message) {
    List<String> entries = new ArrayList<>();
    String opening = "null", closing = "null";
    for (AccountStatement9 statement : message.getBkToCstmrStmt().getStmt()) {
      for (ReportEntry10 entry : statement.getNtry()) {
        if (!"BOOK".equals(entry.getSts().getCd())) continue;
        String day = entry.getBookgDt().getDt().toString().substring(0, 10);
        entries.add(quoted(day + " " + amount(entry.getAmt().getValue(), String.valueOf(entry.getCdtDbtInd()))));
      }
      for (CashBalance8 balance : statement.getBal()) {
        String type = balance.getTp().getCdOrPrtry().getCd();
        String amount = quoted(amount(balance.getAmt().getValue(), String.valueOf(balance.getCdtDbtInd())));
        if ("OPBD".equals(type)) opening = amount;
        if ("CLBD".equals(type) || "ITBD".equals(type)) closing = amount;
      }
    }
    return "{\"entries\":[" + String.join(",", entries) + "],\"opening\":" + opening + ",\"closing\":" + closing + "}";
  }

  static String amount(BigDecimal value, String direction) {
    return ("DBIT".equals(direction) ? value.negate() : value).setScale(2).toPlainString();
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
